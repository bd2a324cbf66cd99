import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { eventually } from './eventually.ts';
import type { TestClient } from './test-app.ts';

/** Waits until the worker has finished the import, and returns it. */
export function untilImported(client: TestClient, id: string): Promise<DataImport> {
  return eventually(async () => {
    const now = await client.call(dataTransferEndpoints.getImport, { params: { id } });
    if (now.finishedAt === null) throw new Error(`${now.state}: ${now.looked} of ${now.rows}`);
    return now;
  });
}
