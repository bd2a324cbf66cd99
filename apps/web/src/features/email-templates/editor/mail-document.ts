import { type AnyExtension, getSchema, Node } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import { DOMSerializer, type Node as DocumentNode, DOMParser as MarkupParser, type Schema, Slice } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { isOwnImage, mailNodes } from '../../emails/shown/mail-nodes.public.ts';
import chips from './chip.module.css';
import { VariableNode } from './variable-node.ts';
import { cutAtVariables, type Variable, variableText } from './variable-text.public.ts';

export type MailTextKind = 'subject' | 'body' | 'signature';

const off = {
  code: false,
  codeBlock: false,
  blockquote: false,
  heading: false,
  horizontalRule: false,
  strike: false,
  dropcursor: false,
  gapcursor: false,
  trailingNode: false,
} as const;

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });
const variable = VariableNode.configure({ className: chips.chip ?? '' });

// Links to mailto: and tel: are allowed by default. Listing them in each editor makes the link library warn.
const text = StarterKit.configure({ ...off, link: { openOnClick: false, autolink: true } });

const kinds: Record<MailTextKind, AnyExtension[]> = {
  body: [text, variable],
  signature: [text, variable, Image.configure({ inline: true, allowBase64: false })],
  subject: [
    OneLine,
    StarterKit.configure({
      ...off,
      document: false,
      bold: false,
      italic: false,
      underline: false,
      link: false,
      bulletList: false,
      orderedList: false,
      listItem: false,
      listKeymap: false,
      hardBreak: false,
    }),
    variable,
  ],
};

export function extensionsOf(kind: MailTextKind): AnyExtension[] {
  return kinds[kind];
}

const schemas = new Map<MailTextKind, Schema>();

function schemaOf(kind: MailTextKind): Schema {
  const known = schemas.get(kind) ?? getSchema(kinds[kind]);
  schemas.set(kind, known);
  return known;
}

/** Replaces text such as `{{origin}}` by chips. */
function putChips(root: HTMLElement): HTMLElement {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    if (!text.data.includes('{{')) continue;
    text.replaceWith(
      ...cutAtVariables(text.data).map((part) => {
        if (typeof part === 'string') return part;
        const chip = document.createElement('span');
        chip.dataset.variable = part.name;
        chip.dataset.fallback = part.fallback;
        return chip;
      }),
    );
  }
  // A mail uses a line break to give an empty paragraph its height. The editor does this itself, so the break is removed.
  for (const line of root.querySelectorAll('p > br:only-child')) if (line.parentElement?.textContent === '') line.remove();
  return root;
}

function nodesOf(html: string): HTMLElement {
  return putChips(mailNodes(html, { allowsImage: isOwnImage, keepsLinks: true }));
}

/** Converts the text of a template to the editor's document. */
export function readMailText(kind: MailTextKind, value: string): Record<string, unknown> {
  const schema = schemaOf(kind);
  if (kind !== 'subject') return MarkupParser.fromSchema(schema).parse(nodesOf(value)).toJSON();
  const content = cutAtVariables(value.replaceAll(/\s+/g, ' ')).map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : { type: 'variable', attrs: part },
  );
  return { type: 'doc', content: [{ type: 'paragraph', content }] };
}

/** Serializes a document of the editor. Variables become the text in which they are stored. */
function serializerOf(schema: Schema): DOMSerializer {
  const nodes = DOMSerializer.nodesFromSchema(schema);
  return new DOMSerializer(
    { ...nodes, variable: (node) => ['span', variableText(node.attrs as Variable)] },
    DOMSerializer.marksFromSchema(schema),
  );
}

export function clipboardSerializer(kind: MailTextKind): DOMSerializer {
  return serializerOf(schemaOf(kind));
}

/** Converts the editor's document to the text of a template. */
export function writeMailText(kind: MailTextKind, doc: DocumentNode): string {
  if (kind === 'subject') {
    return doc
      .textBetween(0, doc.content.size, ' ', (leaf) => (leaf.type.name === 'variable' ? variableText(leaf.attrs as Variable) : ''))
      .trim();
  }
  const holder = document.createElement('div');
  holder.append(serializerOf(doc.type.schema).serializeFragment(doc.content));
  for (const chip of holder.querySelectorAll('span')) chip.replaceWith(chip.textContent ?? '');
  for (const paragraph of holder.querySelectorAll('p')) {
    if (paragraph.childNodes.length === 0) paragraph.append(document.createElement('br'));
  }
  const html = holder.innerHTML;
  return html === '<p><br></p>' ? '' : html;
}

/**
 * Pasted content, reduced to what a mail may contain. We parse it here, because the editor's parser needs the browser's HTML parser,
 * which our content policy blocks.
 */
export function pastedSlice(kind: MailTextKind, schema: Schema, data: DataTransfer): Slice {
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const root = html !== '' && kind !== 'subject' ? nodesOf(html) : document.createElement('div');
  if (root.childNodes.length === 0) {
    const lines = kind === 'subject' ? [text.replaceAll(/\s+/g, ' ')] : text.split(/\r?\n/);
    root.append(
      ...lines.map((line) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        return paragraph;
      }),
    );
    putChips(root);
  }
  return Slice.maxOpen(MarkupParser.fromSchema(schema).parse(root).content);
}
