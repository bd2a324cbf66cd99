import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint, EndpointMap } from '@headhaul/contracts/http/endpoint';
import { repository } from '../lib/stage.ts';

export interface Route {
  name: string;
  endpoint: Endpoint;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

function isEndpointMap(value: unknown): value is EndpointMap {
  return typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint);
}

/** Every route of every contract file. A new route is tested as soon as it exists. */
export async function listRoutes(): Promise<Route[]> {
  const folder = join(repository, 'packages/contracts/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /^[a-z/-]+\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isEndpointMap)
    .flatMap((map) => Object.entries(map))
    .map(([name, endpoint]) => ({ name, endpoint }));
}
