import type { Env } from '../env.ts';
import { openFolder } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { openBucket } from './s3-files.ts';

export const fileKinds = ['documents', 'imports', 'exports', 'signatures'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The folder of all companies. */
export const allFiles = 'companies/';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const keyShape = new RegExp(`^${allFiles}(${uuid})/(${fileKinds.join('|')})/(${uuid})$`);
const folderShape = new RegExp(`^${allFiles}(${uuid}/((${fileKinds.join('|')})/)?)?$`);

/** The only place where keys are made. No text that a person typed becomes part of a key. */
export function fileKey(companyId: string, kind: FileKind, id: string): string {
  return checkKey(`${allFiles}${companyId}/${kind}/${id}`);
}

/** The folder of one company. */
export function companyFolder(companyId: string): string {
  return checkFolder(`${allFiles}${companyId}/`);
}

/** Null for a file that Headhaul did not put there. */
export function readKey(key: string): { companyId: string; kind: FileKind; id: string } | null {
  const [, companyId = '', kind, id = ''] = keyShape.exec(key) ?? [];
  return kind === undefined ? null : { companyId, kind: kind as FileKind, id };
}

function checkKey(key: string): string {
  if (!keyShape.test(key)) throw new Error('not the key of a file');
  return key;
}

function checkFolder(folder: string): string {
  if (!folderShape.test(folder)) throw new Error('not a folder of files');
  return folder;
}

export function openFiles(env: Env): FileStore {
  const store = env.FILES_STORE === 's3' ? openBucket(env) : openFolder(env.FILES_DIR);
  return {
    put: (key, content, about) => store.put(checkKey(key), content, about),
    get: (key) => store.get(checkKey(key)),
    remove: (key) => store.remove(checkKey(key)),
    list: (folder) => store.list(checkFolder(folder)),
    close: () => store.close(),
  };
}
