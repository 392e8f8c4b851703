/**
 * Requests of this minute, counted for all instances together. Nothing of it outlives a crash, so
 * that no request waits for the disk; rows have room to be changed where they are.
 */
export const requestCounts = `
  CREATE UNLOGGED TABLE request_count (
    caller text COLLATE "C" PRIMARY KEY,
    minute integer NOT NULL,
    count integer NOT NULL
  ) WITH (fillfactor = 50);
`;
