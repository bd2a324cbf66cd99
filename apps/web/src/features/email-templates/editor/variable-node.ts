import { mergeAttributes, Node } from '@tiptap/core';
import { type Variable, variableLabel, variableState, variableText } from './variable-text.public.ts';

/** A variable in a text. It is moved, selected and deleted as one piece. */
export const VariableNode = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  marks: '_',

  addOptions: () => ({ className: '' }),

  addAttributes() {
    return {
      name: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.dataset.variable ?? '' },
      fallback: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.dataset.fallback ?? '' },
    };
  },

  parseHTML() {
    return [{ tag: 'span[data-variable]' }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const variable = node.attrs as Variable;
    const shown = {
      class: this.options.className,
      'data-variable': variable.name,
      'data-fallback': variable.fallback,
      'data-state': variableState(variable),
      title: chipTitle(variable),
    };
    return ['span', mergeAttributes(HTMLAttributes, shown), variableLabel(variable.name)];
  },

  renderText({ node }) {
    return variableText(node.attrs as Variable);
  },
});

function chipTitle(variable: Variable): string {
  if (variableState(variable) === 'unknown') return 'No mail can fill this. Remove it or choose another.';
  return variable.fallback === '' ? 'Press to say what to write when it is empty' : `When it is empty: ${variable.fallback}`;
}
