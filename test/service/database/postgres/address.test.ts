import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../../src/service/database/postgres/address.ts';

describe('parseAddress() for PostgreSQL', () => {
  test('reads an address as libpq does', () => {
    expect(parseAddress('postgresql://ann:p%40ss%3A%2F%25@db.example:6432/notes')).toMatchObject({
      host: 'db.example',
      port: 6432,
      user: 'ann',
      password: 'p@ss:/%',
      database: 'notes',
      ssl: false,
    });
    expect(parseAddress('postgres://ann@[::1]/notes')).toMatchObject({ host: '::1', port: 5432 });
    const inFolder = { host: '/run/postgresql', user: 'ann', password: undefined };
    expect(parseAddress('postgres://ann@%2Frun%2Fpostgresql/notes')).toMatchObject(inFolder);
    expect(parseAddress('postgres://ann@x/notes?host=/run/postgresql')).toMatchObject(inFolder);
  });

  test('derives TLS from sslmode, but never for a Unix socket', () => {
    const tlsOf = (url: string) => parseAddress(url).ssl;
    expect(tlsOf('postgres://a@b/c?sslmode=verify-full')).toEqual({});
    expect(tlsOf('postgres://a@b/c?sslmode=verify-full&sslrootcert=system')).toEqual({});
    expect(tlsOf('postgres://a@b/c?sslmode=require')).toEqual({ rejectUnauthorized: false });
    expect(tlsOf('postgres://a@b/c?sslmode=disable')).toBe(false);
    expect(tlsOf('postgres://a@%2Frun/c?sslmode=require')).toBe(false);
    expect(() => tlsOf('postgres://a@b/c?sslmode=prefer')).toThrow(/require, verify-ca/);
    expect(() => tlsOf('postgres://a@b/c?sslmode=verify-ca')).toThrow(/no sslrootcert/);
  });

  test.each([
    ['no address at all', 'hunter2'],
    ['another scheme', 'mysql://walrus:hunter2@db/notes'],
    ['no user', 'postgres://db/notes'],
    ['no database', 'postgres://walrus:hunter2@db'],
    ['a password with #', 'postgres://walrus:12#hunter2@db/notes'],
    ['a password with ?', 'postgres://walrus:12?hunter2=1@db/notes'],
    ['a password with ? and no @ behind it', 'postgres://walrus:12@db/notes?hunter2=1'],
    ['a password with /', 'postgres://walrus:12/hunter2@db/notes'],
    ['a password with / behind a word', 'postgres://walrus:hunter2/x@db/notes'],
    ['a password with %', 'postgres://walrus:hunter2%zz@db/notes'],
    ['a password with U+0000', 'postgres://walrus:hunter2%00@db/notes'],
    ['a port that is none', 'postgres://walrus:hunter2@db:port/notes'],
    ['a parameter of pg alone', 'postgres://walrus:hunter2@db/notes?max=1000'],
    ['a mode that is none', 'postgres://walrus:hunter2@db/notes?sslmode=hunter2'],
  ])('refuses an address with %s, and repeats none of it in the error', (_, url) => {
    const refusal = caught(() => parseAddress(url));
    expect(refusal).toMatchObject({ name: 'SettingsError' });
    expect(String(refusal)).toMatch(/DATABASE_URL (?:has|must have) /);
    expect(inspect(refusal, { depth: null, showHidden: true })).not.toMatch(/hunter2|walrus/);
  });
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
