import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebMessage } from '@headhaul/contracts/extension-messages';
import { extensionHome } from './worker-world.ts';

const typeText = `'([a-z]+:[a-z]+(?:-[a-z]+)*)'`;
/** In a file of messages every such text is a type. Elsewhere one that is compared with, or that a schema asks for. */
const [declared, used] = [new RegExp(typeText, 'g'), new RegExp(`(?:=== |literal\\()${typeText}`, 'g')];

/** The types of all messages that the product's own files name, so that a new one can't be forgotten here. */
export function readDeclaredTypes(): ReadonlySet<string> {
  const source = join(extensionHome, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(?:^|\/)testing\//.test(file),
  );
  const own = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return [...text.matchAll(/(?:^|\/)messages\.ts$/.test(file) ? declared : used)].map(([, type]) => type ?? '');
  });
  return new Set([...own, ...WebMessage.options.map(({ shape }) => shape.type.value)]);
}
