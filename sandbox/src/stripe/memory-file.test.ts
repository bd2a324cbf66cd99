import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createPrice } from './catalog.ts';
import { createCustomer } from './customers.ts';
import { keepInFile } from './memory-file.ts';
import { createWorld } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'));
afterAll(() => rmSync(folder, { recursive: true }));
const newWorld = () => createWorld(() => undefined);

describe('keepInFile', () => {
  it('brings back after a restart what there was', () => {
    const file = join(folder, 'deep', 'memory');
    const before = newWorld();
    const customer = createCustomer(before, { email: 'ann@northline.example' });
    createPrice(before, { currency: 'usd', unit_amount: '1499', product_data: { name: 'Pro' }, lookup_key: 'PRO_MONTHLY' });
    keepInFile(before, file).save();
    const after = newWorld();
    keepInFile(after, file).load();
    expect(after.records).toEqual(before.records);
    expect(after.records.customers.get(customer.id)?.email).toBe('ann@northline.example');
  });

  it('starts empty without a file, and with one that cannot be read', () => {
    const file = join(folder, 'broken');
    const world = newWorld();
    keepInFile(world, file).load();
    writeFileSync(file, 'no memory');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    keepInFile(world, file).load();
    expect(warn).toHaveBeenCalledOnce();
    expect(world.records.customers.size).toBe(0);
  });
});
