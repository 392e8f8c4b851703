import type { Release } from './api/release.ts';

/** The fields of a release that the rules of channels are about. */
export type Ruled = Pick<Release, 'project' | 'labels' | 'is_pre_release'>;

/** Where releases can be announced. */
export interface Channels {
  /** `isChosen`: whether the rules of a channel choose the release. */
  channels: { name: string; isChosen: boolean }[];
  /** Why the channels cannot be read. */
  problem?: string | undefined;
}

/** Reads where releases can be announced, and what became of that. */
export interface ChannelReader {
  /** @param types titles of the types of the release's changes */
  readChannels: (file: string, release: Ruled, types: readonly string[]) => Promise<Channels>;
  readAnnounced: (
    ledger: string,
    release: Release,
  ) => Promise<{ target: string; state: string; why: string | undefined }[]>;
}
