import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures other than SVG are already compressed. Source maps are only for people who look into our code. */
const compressible = /\.(js|css|html|svg)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` copy beside each file that becomes smaller, at the strongest compression. The server of the build then never
 * has to compress.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = (await readdir(dir, { recursive: true })).filter((name) => compressible.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT };
          const keep = async (ending: string, bytes: Buffer) => bytes.length < content.length && (await writeFile(path + ending, bytes));
          await keep('.br', await brotli(content, { params }));
          await keep('.gz', await gzipped(content, { level: zlib.Z_BEST_COMPRESSION }));
        }),
      );
    },
  };
}
