import { expect, test } from 'vitest';
import { boardAt, listBoards, requireOrigins, resolveOrigins, toMatchPattern } from './origins.ts';

test('only a development build may go without addresses', () => {
  expect(resolveOrigins({}).webOrigins).toContain('http://localhost:5173');
  expect(() => requireOrigins({}, 'development')).not.toThrow();
  expect(() => requireOrigins({}, 'production')).toThrow('WXT_WEB_ORIGINS');
  expect(() => requireOrigins({ WXT_WEB_ORIGINS: 'https://app.headhaul.example' }, 'production')).toThrow('WXT_API_BASE');
});

test('reads the addresses of a build', () => {
  const env = {
    WXT_WEB_ORIGINS: 'https://app.headhaul.example, https://stage.headhaul.example',
    WXT_API_BASE: 'https://app.headhaul.example/api/',
  };
  expect(resolveOrigins(env)).toEqual({
    webOrigins: ['https://app.headhaul.example', 'https://stage.headhaul.example'],
    apiBase: 'https://app.headhaul.example/api',
    demoBoardOrigin: null,
  });
});

test.each(['http://app.headhaul.example', 'https://app.headhaul.example/', 'https://app.headhaul.example/login', 'ftp://localhost'])(
  'refuses %s as a web origin',
  (origin) => {
    expect(() => resolveOrigins({ WXT_WEB_ORIGINS: origin, WXT_API_BASE: 'https://app.headhaul.example/api' })).toThrow(origin);
  },
);

test('a match pattern has no port', () => {
  expect(toMatchPattern('http://localhost:4000')).toBe('http://localhost/*');
});

test('only a build that names the demo board reads it, and every build reads the launch boards', () => {
  const store = resolveOrigins({ WXT_WEB_ORIGINS: 'https://app.headhaul.example', WXT_API_BASE: 'https://app.headhaul.example/api' });
  expect(listBoards(store)).toEqual([['dat', 'https://one.dat.com']]);
  expect(boardAt('http://localhost:4100', store)).toBeNull();
  const named = resolveOrigins({ WXT_WEB_ORIGINS: 'http://localhost:4620', WXT_DEMO_BOARD_ORIGIN: 'http://localhost:4600' });
  expect(boardAt('http://localhost:4600', named)).toBe('demo');
  expect(boardAt('http://localhost:4620', named)).toBeNull();
  expect(boardAt('https://one.dat.com', named)).toBe('dat');
  expect(boardAt(undefined, named)).toBeNull();
  expect(resolveOrigins({}).demoBoardOrigin).toBe('http://localhost:4100');
  expect(() => resolveOrigins({ WXT_DEMO_BOARD_ORIGIN: 'http://board.example' })).toThrow('board.example');
});
