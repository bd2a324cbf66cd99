import { type BrokerFactor, type FactoringInput, type FactorListPreview, factoringEndpoints } from '@headhaul/contracts/factoring';
import { dayFromNow } from '../office.ts';
import type { TestClient } from '../test-app.ts';

/** The helpers below give a company a factor, as its owner would. */
export async function setFactor(owner: TestClient, input: Partial<FactoringInput> = {}): Promise<void> {
  await owner.call(factoringEndpoints.updateFactoring, { body: { factoringType: 'OTHER', name: 'Ridgeway', ...input } });
}

export function uploadList(owner: TestClient, content: string | Uint8Array, listedOn: string = dayFromNow(-5)): Promise<FactorListPreview> {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], 'brokers.csv');
  return owner.call(factoringEndpoints.uploadFactorList, { body: { file, listedOn } });
}

/** Uploads a list and uses it. */
export async function applyList(owner: TestClient, lines: readonly string[], listedOn?: string): Promise<void> {
  const { id } = await uploadList(owner, ['Name,MC,DOT,Status,Limit,Used', ...lines].join('\n'), listedOn);
  await owner.call(factoringEndpoints.applyFactorList, { params: { id } });
}

export function factorOf(client: TestClient, query: { brokerId: string } | { mc?: string; name?: string }): Promise<BrokerFactor> {
  return client.call(factoringEndpoints.findBrokerFactor, { query });
}
