import { LoadPage } from '@headhaul/contracts/loads/list';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { equipmentTypes } from '@headhaul/domain/equipment';
import { conditionsOf, type ListedBy, testOf } from '@headhaul/domain/loads/membership';
import { loadStatuses } from '@headhaul/domain/loads/status';
import { addDays, dayAt } from '@headhaul/domain/time/zoned-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../../cli/seed/chance.ts';
import { cases } from '../../../testing/cases.ts';
import { insert, makeRandomOffice, type RandomOffice, randomLoad } from '../../../testing/random-loads.ts';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

const loadCount = cases(150, 600);
const listCount = cases(120, 2_000);
const chance = createChance(20_261_116);
let api: TestApp;
let client: TestClient;
let office: RandomOffice;

beforeAll(async () => {
  api = await startTestApp();
  client = await api.signUp();
  office = await makeRandomOffice(api, client, chance);
  for (let index = 0; index < loadCount; index++) await insert(api, 'loads', randomLoad(client.user.companyId, office, chance));
});
afterAll(() => api.close());

async function listAll(filters: ListedBy): Promise<LoadRow[]> {
  const loads: LoadRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '200', ...(cursor === '' ? {} : { cursor }) });
    for (const [key, value] of Object.entries(filters)) for (const one of [value].flat()) query.append(key, String(one));
    const response = await client.fetch(`/api/loads?${query}`);
    expect(response.status).toBe(200);
    const page = LoadPage.parse(await response.json());
    loads.push(...page.loads);
    cursor = page.nextCursor;
  }
  return loads;
}

function randomFilters(): ListedBy {
  const some = <T>(values: readonly T[]) => Array.from({ length: 1 + chance.below(3) }, () => chance.of(values));
  const day = () => addDays(dayAt(Date.now(), 'UTC'), chance.below(60) - 45);
  const drawn: ListedBy = {
    status: some(loadStatuses),
    driverId: some(office.drivers),
    withoutDriver: chance.once(2),
    dispatcherId: some(office.dispatchers),
    brokerId: some(office.brokers),
    equipment: some(equipmentTypes),
    originState: some(['TX', 'GA', 'MO', 'CA']),
    destinationState: some(['TX', 'GA', 'MO', 'CA']),
    tag: chance.of(['hot', 'say "please"', 'nobody has this']),
    dateBy: chance.of(['PICKUP', 'DELIVERY', 'BOOKING']),
    from: day(),
    to: day(),
    onRoadFrom: day(),
    onRoadTo: day(),
    deleted: chance.once(2),
  };
  // Only a few filters at once: ten together would match no load, and there would be nothing to compare.
  const asked = some(Object.keys(drawn));
  return Object.fromEntries(Object.entries(drawn).filter(([key]) => asked.includes(key)));
}

describe('GET /loads', () => {
  it(`200 with exactly the loads that belong to the list by the rule of the screen, for ${listCount} random lists`, async () => {
    const all = [...(await listAll({})), ...(await listAll({ deleted: true }))];
    expect(all).toHaveLength(loadCount);
    let compared = 0;
    for (let index = 0; index < listCount; index++) {
      const filters = randomFilters();
      const tests = conditionsOf(filters).map(testOf);
      const belonging = new Set(all.filter((row) => tests.every((test) => test(row))).map(({ id }) => id));
      const listed = (await listAll(filters)).map(({ id }) => id);
      expect(new Set(listed), JSON.stringify(filters)).toEqual(belonging);
      expect(listed).toHaveLength(belonging.size);
      if (belonging.size > 0 && belonging.size < all.length) compared += 1;
    }
    // Lists with no load or with all loads prove little.
    expect(compared).toBeGreaterThan(listCount / 2);
  });
});
