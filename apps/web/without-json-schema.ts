import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const describing = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;

/**
 * Zod gives every schema the means to describe itself as JSON Schema. Only the API does that, but no bundler can see it: five kilobytes of
 * every page would be code that never runs. The build gets functions of the same names that throw.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!describing.test(id)) return null;
      const names = Array.from(readFileSync(id, 'utf8').matchAll(exported), ([, name]) => name);
      const refuse = "const refuse = () => { throw new Error('The web app has no JSON Schema'); };";
      // Under this name the index of Zod's core exports it.
      const others = id.includes('to-json-schema') ? 'export { refuse as process };' : '';
      // Zod makes such a method for whoever reads a schema's standard properties.
      const stub = (name = '') => `export const ${name} = ${name.startsWith('create') ? '() => refuse' : 'refuse'};`;
      return { code: [refuse, ...names.map(stub), others].join('\n'), map: null };
    },
  };
}
