import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint, EndpointMap } from '@headhaul/contracts/http/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHeavy } from '../lib/admission/company-queues.ts';
import { isEngine } from '../lib/jobs/engines.ts';
import { isJob } from '../lib/jobs/jobs.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import * as features from './index.ts';

const contracts = fileURLToPath(new URL('../../../../packages/contracts/src/', import.meta.url));
const here = fileURLToPath(new URL('./', import.meta.url));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

function isEndpointMap(value: unknown): value is EndpointMap {
  return typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint);
}

/** Every endpoint that any contract file exports. */
async function listContracts(): Promise<{ name: string; endpoint: Endpoint }[]> {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((file) => /^[a-z/-]+\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(`${contracts}${file}`) as Promise<Record<string, unknown>>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isEndpointMap)
    .flatMap((map) => Object.entries(map))
    .map(([name, endpoint]) => ({ name, endpoint }));
}

/** Everything that the feature files with this role export. */
async function exportsOf(role: 'routes' | 'jobs'): Promise<unknown[]> {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(`.${role}.ts`));
  const modules = await Promise.all(files.map((file) => import(`${here}${file}`) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module));
}

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('the contracts', () => {
  it('are all implemented', async () => {
    const listed = await listContracts();
    expect(listed.length).toBeGreaterThanOrEqual(8);
    const implemented = new Set(api.app.endpoints.map(({ endpoint }) => endpoint));
    expect(listed.filter(({ endpoint }) => !implemented.has(endpoint)).map(({ name }) => name)).toEqual([]);
    expect(implemented.size).toBe(listed.length);
  });

  it('say what takes long: each of these runs once at a time for a company', async () => {
    const heavy = (await listContracts()).filter(({ endpoint }) => isHeavy(endpoint));
    expect(new Set(heavy.map(({ name }) => name))).toEqual(
      new Set([
        'changeManyStatuses',
        'createTemplate',
        'findEmptyNear',
        'findFits',
        'getAdminBilling',
        'getEmailFunnel',
        'getNetFigures',
        'getTopBrokers',
        'getTopLanes',
        'previewImport',
        'saveTemplate',
        'startCompanyExport',
        'updateTemplate',
      ]),
    );
  });

  it('name each endpoint and each method of a path once, and describe each path parameter', async () => {
    const listed = await listContracts();
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    expect(new Set(listed.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(listed.length);
    for (const { name, endpoint } of listed) {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(Object.keys(endpoint.params?.shape ?? {}), name).toEqual(inPath);
    }
  });
});

describe('features/index.ts', () => {
  const registered: unknown[] = Object.values(features).flatMap((feature): unknown[] =>
    typeof feature === 'object' ? Object.values(feature) : [feature],
  );

  it('lists the routes of every feature', async () => {
    const routes = (await exportsOf('routes')).filter((value) => typeof value === 'function');
    expect(routes.length).toBeGreaterThanOrEqual(2);
    expect(routes.filter((route) => !registered.includes(route))).toEqual([]);
  });

  it('lists the engines of every feature', async () => {
    const engines = (await exportsOf('jobs')).filter(isEngine);
    expect(engines.length).toBeGreaterThanOrEqual(1);
    expect(engines.filter((engine) => !registered.includes(engine))).toEqual([]);
  });

  it('lists the jobs of every feature, each under a name of its own', async () => {
    const jobs = (await exportsOf('jobs')).filter(isJob);
    expect(jobs.length).toBeGreaterThanOrEqual(2);
    expect(jobs.filter((job) => !registered.includes(job))).toEqual([]);
    expect(new Set(jobs.map(({ definition }) => definition.name)).size).toBe(jobs.length);
  });
});
