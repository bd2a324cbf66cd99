import { readFileSync } from 'node:fs';
import { BoardConfig, maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import { expect, test } from 'vitest';
import { bundledConfigs } from './bundled.ts';

test.each(Object.entries(bundledConfigs))('%s: the schema takes the bundled configuration', (board, config) => {
  expect(BoardConfig.parse(config)).toEqual(config);
  expect(config.board).toBe(board);
  expect(JSON.stringify(config).length).toBeLessThan(maxBoardConfigBytes);
});

test('a board that nobody has compared with its page says so', () => {
  expect(bundledConfigs.dat?.stage).toBe('BETA');
});

test('the pack of the demo board that the sandbox signs is the bundled configuration under a higher number', () => {
  const pack = JSON.parse(readFileSync(new URL('../../../../../sandbox/boards/demo-pack.json', import.meta.url), 'utf8'));
  expect({ ...pack, version: bundledConfigs.demo?.version }).toEqual(bundledConfigs.demo);
});
