import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

const repository = resolve(import.meta.dirname, '..');

/** A small tree with the same folder names, so that the test plants nothing among the sources. */
let root: string;

function plant(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

async function findFaults(files: Record<string, string>): Promise<string[]> {
  plant(files);
  return (await checkBoundaries(root, 1)).faults;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'headhaul-boundaries-'));
  // Real packages, resolved as in the workspace.
  plant({
    'package.json': '{ "name": "planted", "type": "module" }',
    'packages/contracts/package.json': '{ "name": "@headhaul/contracts", "type": "module", "exports": { "./*": "./src/*.ts" } }',
    'packages/contracts/src/drivers.ts':
      "import { z } from 'zod';\nexport const Driver = z.object({});\nexport type Driver = z.infer<typeof Driver>;",
    'packages/contracts/src/limits.ts': 'export const driverLimit = 5;',
  });
  mkdirSync(join(root, 'node_modules/@headhaul'), { recursive: true });
  symlinkSync(join(root, 'packages/contracts'), join(root, 'node_modules/@headhaul/contracts'));
  symlinkSync(join(repository, 'packages/contracts/node_modules/zod'), join(root, 'node_modules/zod'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what features may import', () => {
  it('lets a feature use its folder, lib, contracts and another service', async () => {
    const faults = await findFaults({
      'apps/api/src/lib/db/database.ts': 'export const db = 1;',
      'apps/api/src/features/loads/loads.service.ts': 'export const loads = 1;',
      'apps/api/src/features/drivers/drivers.service.ts': `import { Driver } from '@headhaul/contracts/drivers';
import { db } from '../../lib/db/database.ts';
import { loads } from '../loads/loads.service.ts';
export const drivers = [Driver, db, loads];`,
    });
    expect(faults).toEqual([]);
  });

  it('refuses a domain that reads files or knows a contract', async () => {
    const faults = await findFaults({
      'packages/domain/src/files.ts': "import { readFile } from 'node:fs';\nexport const x = readFile;",
      'packages/domain/src/drivers.ts': "import { driverLimit } from '@headhaul/contracts/limits';\nexport const x = driverLimit;",
    });
    expect(faults).toEqual([
      'domain-is-pure: packages/domain/src/drivers.ts → packages/contracts/src/limits.ts',
      'domain-is-pure: packages/domain/src/files.ts → fs',
    ]);
  });

  it.each([
    ['a route of another feature', 'api', "import { x } from '../loads/loads.routes.ts';\nexport const y = x;", 'loads/loads.routes.ts'],
    ['only a type of it', 'api', "import type { X } from '../loads/loads.routes.ts';\nexport type Y = X;", 'loads/loads.routes.ts'],
    ['a page of another feature', 'web', "import { x } from '../loads/loads-page.tsx';\nexport const y = x;", 'loads/loads-page.tsx'],
  ])('refuses %s', async (_, app, source, target) => {
    const own = app === 'api' ? 'drivers/drivers.service.ts' : 'drivers/drivers-page.tsx';
    const faults = await findFaults({
      [`apps/${app}/src/features/${target}`]: 'export const x = 1;\nexport type X = 1;',
      [`apps/${app}/src/features/${own}`]: source,
    });
    const rule = app === 'api' ? 'api-feature-imports-only-services' : 'web-feature-imports-only-doors';
    expect(faults).toContain(`${rule}: apps/${app}/src/features/${own} → apps/${app}/src/features/${target}`);
  });

  it('refuses lib and shared that know a feature', async () => {
    const faults = await findFaults({
      'apps/api/src/features/loads/loads.service.ts': 'export const loads = 1;',
      'apps/api/src/lib/db/database.ts': "import { loads } from '../../features/loads/loads.service.ts';\nexport const db = loads;",
      'apps/web/src/features/loads/loads.api.ts': 'export const loads = 1;',
      'apps/web/src/shared/notify.ts': "import { loads } from '../features/loads/loads.api.ts';\nexport const notify = loads;",
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['api-lib-knows-no-feature', 'web-shared-knows-no-feature']);
  });
});

describe('who may connect to other services', () => {
  it.each([
    ['node', "import { request } from 'node:https';", 'request'],
    ['node', "import { connect } from 'node:net';", 'connect'],
    ['node', "import { connect } from 'node:tls';", 'connect'],
    ['undici', "import { request } from 'undici';", 'request'],
    ['mail', "import { createTransport } from 'nodemailer';", 'createTransport'],
    ['stripe', "import Stripe from 'stripe';", 'Stripe'],
    ['sign-in', "import * as openid from 'openid-client';", 'openid'],
    ['files', "import { S3Client } from '@aws-sdk/client-s3';", 'S3Client'],
  ])('refuses a feature that imports %s: %s', async (of, line, name) => {
    const faults = await findFaults({ 'apps/api/src/features/drivers/drivers.service.ts': `${line}\nexport const x = ${name};` });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`api-connects-only-in-lib-net-${of}: apps/api/src/features/drivers/drivers.service.ts`);
  });

  it('lets lib/net connect, and a feature use a type', async () => {
    symlinkSync(join(repository, 'apps/api/node_modules/stripe'), join(root, 'node_modules/stripe'));
    const faults = await findFaults({
      'apps/api/src/lib/net/ask.ts':
        "import { request } from 'node:https';\nimport Stripe from 'stripe';\nexport const x = [request, Stripe];",
      'apps/api/src/features/drivers/drivers.service.ts':
        "import type { Socket } from 'node:net';\nimport type Stripe from 'stripe';\nexport type X = [Socket, Stripe];",
    });
    expect(faults).toEqual([]);
  });
});

describe('what packages may import', () => {
  it('refuses an app that imports an app', async () => {
    const faults = await findFaults({
      'apps/api/src/app.ts': 'export const app = 1;',
      'e2e/sign-in.spec.ts': "import { app } from '../apps/api/src/app.ts';\nexport const x = app;",
    });
    expect(faults).toEqual(['packages-meet-only-in-packages: e2e/sign-in.spec.ts → apps/api/src/app.ts']);
  });

  it('refuses contracts that need more than zod and the domain', async () => {
    const faults = await findFaults({
      'packages/contracts/src/files.ts': "import { readFile } from 'node:fs';\nexport const x = readFile;",
    });
    expect(faults).toEqual(['contracts-import-only-zod-and-domain: packages/contracts/src/files.ts → fs']);
  });

  it.each([
    ['', "import { a } from './a.ts';\nexport const b = () => a;"],
    [' of types', "import type { A } from './a.ts';\nexport const b: A = 1;"],
  ])('refuses a circle%s', async (_, back) => {
    const faults = await findFaults({
      'apps/api/src/lib/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\nexport type A = number;",
      'apps/api/src/lib/b.ts': back,
    });
    expect(faults.map((fault) => fault.split(':')[0])).toContain('no-circular');
  });
});

describe('what reaches a content script', () => {
  const page = 'apps/extension/entrypoints/page.content.ts';

  it('lets it use constants and types of contracts', async () => {
    const faults = await findFaults({
      [page]: `import type { Driver } from '@headhaul/contracts/drivers';
import { driverLimit } from '@headhaul/contracts/limits';
export const x = (d: Driver) => [d, driverLimit];`,
    });
    expect(faults).toEqual([]);
  });

  it('refuses zod and the token holder, however far away', async () => {
    const faults = await findFaults({
      'apps/extension/lib/session-store.ts': 'export const token = 1;',
      'apps/extension/lib/b.ts': `import { Driver } from '@headhaul/contracts/drivers';
import { token } from './session-store.ts';
export const b = [Driver, token];`,
      'apps/extension/lib/a.ts': "import { b } from './b.ts';\nexport const a = b;",
      [page]: "import { a } from '../lib/a.ts';\nexport const x = a;",
    });
    const rules = faults.map((fault) => fault.split(':')[0]);
    expect(rules).toContain('content-script-carries-no-zod');
    expect(rules).toContain('content-script-holds-no-token');
  });
});

describe('the module count', () => {
  it('fails when nothing was read', async () => {
    rmSync(join(root, 'packages'), { recursive: true });
    expect((await checkBoundaries(root)).faults).toHaveLength(1);
  });

  it('fails when little was read', async () => {
    expect((await checkBoundaries(root)).faults).toEqual([expect.stringMatching(/^Only 3 modules were read/)]);
  });
});
