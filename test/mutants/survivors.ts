/** Changes that no test notices, with the reason for each. */
export const survivors: Record<string, string> = {
  'src/service/keys/check.ts: if (holder === undefined) refused.set(name, true); | true → false':
    'the memory of refused keys has keys, and no values',
  'src/service/keys/keys.ts: return expires_at !== null && expires_at <= now.toISOString(); | expires_at !== null → true':
    'null <= "2026" is false too',
  'src/service/events/outbox.ts: return row?.due_at ? Date.parse(row.due_at) : undefined; | row?.due_at → row.due_at':
    'an aggregate always gives a row',
  'src/service/events/leases.ts: if (hooks.length === 0) return []; | hooks.length === 0 → false':
    'it only avoids a query',
  "src/lib/http/standard-webhooks.ts: return Buffer.from(secret.replace(/^whsec_/, ''), 'base64'); | /^whsec_/ → /whsec_/":
    'no text in base64 has an underscore',
  'src/store/write/apply.ts: if (!hasJournal(contentDir)) await clearStaging(contentDir).catch(() => {}); | !hasJournal(contentDir) → true':
    'only an error of the disk right after the journal was renamed leads here',
  'src/store/write/apply.ts: for (const folder of [...folders].sort()) await checkFolder(folder); | [...folders].sort() → [...folders]':
    'it decides which of several obstacles is named',
  "src/store/write/apply.ts: if (kind !== 'folder') return; | kind !== 'folder' → true":
    'to root, who may run the tests, each folder is writable; test/e2e/store/full-disk.test.ts has a disk that is read-only',
  'src/store/write/apply.ts: await access(folder, constants.W_OK).catch(async (error) => { | { throw await cannotWrite(folder, error); } → {}':
    'the same',
  'src/store/write/apply.ts: await rm(journalFile(contentDir), { force: true }); | true → false':
    'the journal is there, unless somebody else removes it',
  'src/sync/plan/entries.ts: .toSorted((a, b) => (a.slug < b.slug ? -1 : 1)); | a.slug < b.slug → a.slug <= b.slug':
    'no two entries have one slug',
  'src/sync/plan/entries.ts: const sorted = [...next].toSorted(([a], [b]) => (a < b ? -1 : 1)); | a < b → a <= b':
    'no two entries have one id',
  'src/sync/plan/plan-changes.ts: const assets = ids ? sortByKey({ ...before.state?.assets, ...sizes }) : sizes; | before.state?.assets → before.state.assets':
    'a sync by id needs the state of an earlier sync',
  'src/sync/plan/plan-changes.ts: if (Object.hasOwn(state?.assets ?? {}, name) || (await isMirrored(contentDir, name))) | state?.assets → state.assets':
    'a folder that has files, but neither a state nor entries, is refused',
  'src/sync/plan/plan-changes.ts: return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))); | a < b → a <= b':
    'no two keys are equal',
  'src/sync/plan/plan-changes.ts: for (const name of [...assets].filter((name) => !used.has(name))) | [...assets].filter((name) => !used.has(name)) → [...assets]':
    'it only avoids reading files',
  "src/sync/read/decisions.ts: later: decisions.flatMap((one) => (one.kind === 'private' ? (one.later ?? []) : [])), | one.kind === 'private' → true":
    'no other kind has a later day',
};
