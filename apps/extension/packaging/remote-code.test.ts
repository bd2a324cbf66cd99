import { expect, it } from 'vitest';
import { findRemoteCode } from './remote-code.ts';

it.each<[string, string[]]>([
  ['const x = eval("1")', ['eval']],
  ['parser.eval("1"); retrieval(2)', []],
  ['new Function("return 1")', ['a function made of text']],
  ['<script src="https://cdn.example/x.js"></script>', ['a script of another server']],
  ['<script type=module src=//cdn.example/x.js>', ['a script of another server']],
  ['<script type="module" src="/chunks/popup.js"></script>', []],
  ['import("https://cdn.example/x.js")', ['an import from another server']],
  ['import("./x.js")', []],
  ['importScripts("http://cdn.example/x.js")', ['a worker script of another server']],
  ['WebAssembly.instantiate(x)', ['WebAssembly']],
  ['x()\n//# sourceMappingURL=x.js.map', ['a comment that names a source map']],
])('%s', (text, found) => expect(findRemoteCode(text)).toEqual(found));
