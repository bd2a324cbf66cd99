import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import type { LoadInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { fieldOfLoad, formatLoadField, type LoadField, loadFieldKeys, mapLoadFields, rowFieldKeys } from '@headhaul/domain/loads/fields';
import { toCsvLine } from '@headhaul/domain/tables/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../lib/tables/read-table.ts';
import { collect } from '../../testing/collect.ts';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { makeLoad, toLoadInput } from '../../testing/office.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';

/** Every field of the catalog is tested in every way a load can travel. A new field is included as soon as it exists. */
let office: AppWithJobs;
beforeAll(async () => {
  office = await startAppWithJobs([runImport]);
});
afterAll(() => office.close());

function sample(field: LoadField): string | number | boolean {
  if (field.kind === 'flag') return true;
  return field.kind === 'whole' ? Math.min(field.max, 40) : field.column.slice(0, field.maxLength);
}
const samples = mapLoadFields(sample);
const sent = samples as Partial<LoadInput>;

async function readExport(client: TestClient): Promise<Record<string, string>> {
  const response = await client.fetch('/api/loads/export?format=csv');
  const [header, row] = await collect(readTable(Buffer.from(await response.arrayBuffer())));
  return Object.fromEntries((header?.cells ?? []).map((title, at) => [title, row?.cells[at] ?? '']));
}

describe('a field of the catalogue', () => {
  it('is kept, shown in the list and told by the history', async () => {
    const owner = await office.api.signUp();
    const load = await makeLoad(owner);
    const [params, query] = [{ id: load.id }, { version: load.version }];
    const after = await owner.call(loadEndpoints.updateLoad, { params, query, body: { ...toLoadInput(load), ...sent } });
    expect(after).toMatchObject(samples);
    const { loads } = await owner.call(loadEndpoints.listLoads, { query: {} });
    expect(loads[0]).toMatchObject(Object.fromEntries(rowFieldKeys.map((key) => [key, samples[key]])));
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params });
    expect(events[0]?.changes).toEqual(
      loadFieldKeys.map((key) => ({
        field: fieldOfLoad(key).label,
        from: formatLoadField(key, load[key]),
        to: formatLoadField(key, samples[key]),
      })),
    );
  });

  it('that a table has is exported, and imported again as it was', async () => {
    const owner = await office.api.signUp();
    await makeLoad(owner, sent);
    const exported = await readExport(owner);
    const file = [Object.keys(exported), Object.values({ ...exported, 'Load number': 'again' })].map(toCsvLine).join('');
    const other = await office.api.signUp();
    const { id, mapping } = await other.call(dataTransferEndpoints.uploadImport, { body: { file: new File([file], 'loads.csv') } });
    await other.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect(await untilImported(other, id)).toMatchObject({ made: 1, bad: 0 });
    const { loads } = await other.call(loadEndpoints.listLoads, { query: {} });
    const again = await other.call(loadEndpoints.getLoad, { params: { id: loads[0]?.id ?? '' } });
    for (const key of loadFieldKeys) {
      if (fieldOfLoad(key).table) expect([key, again[key]]).toEqual([key, samples[key]]);
    }
  });
});
