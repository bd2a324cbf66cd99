import type { RateMarks } from '@headhaul/contracts/boards/postings';
import { expect, it, vi } from 'vitest';
import type { Called, MailApi } from '../../mail/mail-api.ts';
import { createArea } from '../../testing/storage.ts';
import { createRateMarks } from './rate-marks.ts';

const none = { floorPerMileCents: null, targetPerMileCents: null };
const marks = { floorPerMileCents: 190, targetPerMileCents: 250 };

function open() {
  const world = {
    person: { userId: 'ann', companyId: 'bluffline' } as { userId: string; companyId: string } | null,
    answer: { ok: true, value: marks } as Called<RateMarks>,
    nowMs: 0,
    whileAsked: () => undefined as unknown,
  };
  const ask = vi.fn(async () => {
    world.whileAsked();
    return world.answer;
  });
  const onChanged = vi.fn(async () => undefined);
  const local = createArea();
  const readPerson = async () => world.person;
  const desk = createRateMarks({ ask: ask as unknown as MailApi, local, readPerson, onChanged, nowMs: () => world.nowMs });
  return { world, ask, onChanged, desk };
}

it('asks once in a quarter of an hour and tells boards of a change', async () => {
  const { world, ask, onChanged, desk } = open();
  expect(await desk.read()).toEqual(none);
  await desk.refresh();
  await desk.refresh();
  expect([ask.mock.calls.length, onChanged.mock.calls.length, await desk.read()]).toEqual([1, 1, marks]);
  world.nowMs += 15 * 60_000;
  await desk.refresh();
  expect([ask.mock.calls.length, onChanged.mock.calls.length]).toEqual([2, 1]);
});

it('keeps what it has while Headhaul doesn’t answer', async () => {
  const { world, desk } = open();
  await desk.refresh();
  world.nowMs += 15 * 60_000;
  world.answer = { ok: false, failure: 'UNREACHABLE' };
  await desk.refresh();
  expect(await desk.read()).toEqual(marks);
});

it('shows nobody the marks of another company, and nothing after a sign-out', async () => {
  const { world, desk } = open();
  await desk.refresh();
  world.person = { userId: 'ann', companyId: 'other' };
  expect(await desk.read()).toEqual(none);
  world.whileAsked = () => {
    world.person = null;
  };
  await desk.refresh();
  world.person = { userId: 'ann', companyId: 'bluffline' };
  expect(await desk.read()).toEqual(marks);
  await desk.forget();
  expect(await desk.read()).toEqual(none);
});
