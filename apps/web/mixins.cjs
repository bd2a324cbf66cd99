/**
 * The mixins that stylesheets use as `@mixin name;`. For a text size with another line height, use `var(--hh-size-…)`. The sizes are in
 * src/app/theme-variables.ts.
 */
const text = (size, lineHeightPx) => ({ 'font-size': `var(--hh-size-${size})`, 'line-height': `${lineHeightPx}px` });

module.exports = {
  'text-note': text('note', 16),
  'text-pill': text('note', 18),
  // For tables and rows of two lines: a row of 40 px holds two of these.
  'text-cell': text('small', 17),
  'text-small': text('small', 18),
  'text-body': text('body', 20),
  'text-card-title': text('lead', 20),
  'text-lead': text('lead', 22),
  'text-intro': text('large', 24),
  'text-title': text('title', 22),
  'text-subheading': text('subheading', 22),
  'text-heading': text('heading', 26),
  'text-headline': text('headline', 28),
  'text-page-title': text('page', 28),
  'text-figure': text('display', 32),
  'text-display': text('display', 34),
  'text-poster': text('poster', 36),

  card: { border: '1px solid var(--hh-line)', 'border-radius': '8px', background: 'var(--hh-surface)' },

  // The circle with the first letter of a person.
  'person-initial': {
    flex: 'none',
    display: 'flex',
    'align-items': 'center',
    'justify-content': 'center',
    width: '28px',
    height: '28px',
    'border-radius': '50%',
    background: 'var(--hh-initial-bg)',
    color: '#fff',
    'font-size': 'var(--hh-size-note)',
    'font-weight': '600',
  },

  // Read by screen readers but not visible. It is a mixin and not a component, because half of what it hides is a legend, a label or a
  // column head, some of them on phones only.
  'visually-hidden': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', 'clip-path': 'inset(50%)' },
};
