import type { FeatureNames } from './names.ts';

export function contractFile(n: FeatureNames): string {
  return `import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';

/** What a form sends. */
export const ${n.Singular}Input = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(100, 'Use at most 100 characters'),
});
export type ${n.Singular}Input = z.infer<typeof ${n.Singular}Input>;

/** A ${n.singularLabel} as the API returns it. */
export const ${n.Singular} = ${n.Singular}Input.extend({
  id: z.uuid(),
  /** Grows with each change; an edit names the one it began from. */
  version: z.int(),
  createdAt: z.iso.datetime(),
});
export type ${n.Singular} = z.infer<typeof ${n.Singular}>;

const ${n.Singular}Id = z.object({ id: z.uuid() });

export const ${n.singularCamel}Endpoints = endpoints({
  list${n.Plural}: {
    method: 'GET',
    path: '/${n.plural}',
    summary: 'The company’s ${n.words}, newest first',
    query: z.object({ cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    reply: z.object({ items: z.array(${n.Singular}), nextCursor: z.string().nullable() }),
  },
  create${n.Singular}: {
    method: 'POST',
    path: '/${n.plural}',
    summary: 'Add a ${n.singularLabel}',
    body: ${n.Singular}Input,
    reply: ${n.Singular},
  },
  update${n.Singular}: {
    method: 'PUT',
    path: '/${n.plural}/{id}',
    summary: 'Change a ${n.singularLabel}',
    params: ${n.Singular}Id,
    body: ${n.Singular}Input.extend({ version: z.int() }),
    reply: ${n.Singular},
  },
  delete${n.Singular}: {
    method: 'DELETE',
    path: '/${n.plural}/{id}',
    summary: 'Remove a ${n.singularLabel}',
    params: ${n.Singular}Id,
    reply: empty,
  },
});
`;
}
