/** Twenty time zones, among them the earliest, the latest, and zones with odd offsets. */
export const zones = [
  ...['UTC', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Apia'],
  ...['Etc/GMT+12', 'Pacific/Honolulu', 'America/Los_Angeles', 'America/New_York'],
  ...['America/St_Johns', 'America/Sao_Paulo', 'America/Santiago', 'Africa/Cairo'],
  ...['Europe/London', 'Europe/Berlin', 'Asia/Tehran', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Asia/Tokyo', 'Australia/Lord_Howe'],
];

/** Forty days: around new year, leap days, and changes of clocks in all parts of the world. */
export const days = [
  ...['2023-12-30', '2023-12-31', '2024-01-01', '2024-01-02', '2025-12-31', '2026-01-01'],
  ...['2024-02-28', '2024-02-29', '2024-03-01', '2026-02-28', '2026-03-01'],
  ...['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-28', '2026-03-29', '2026-03-30'],
  ...['2026-04-04', '2026-04-05', '2026-04-06', '2026-04-23', '2026-04-24', '2026-04-25'],
  ...['2026-05-31', '2026-06-01', '2026-06-14', '2026-06-15', '2026-06-30', '2026-07-01'],
  ...['2026-09-05', '2026-09-06', '2026-09-26', '2026-09-27', '2026-10-03', '2026-10-04'],
  ...['2026-10-24', '2026-10-25', '2026-10-29', '2026-10-31', '2026-11-01'],
];
