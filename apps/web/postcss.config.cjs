const { screenQueries } = require('./src/shared/ui/screen-queries.ts');
const mixins = require('./mixins.cjs');

/** Replaces `@media (--phone)` with the query of that name in src/shared/ui/screen-queries.ts. */
const namedScreens = {
  postcssPlugin: 'named-screens',
  AtRule: {
    media(rule) {
      rule.params = rule.params.replaceAll(/\(--([\w-]+)\)/g, (_, name) => {
        if (!Object.hasOwn(screenQueries, name)) throw rule.error(`No screen is called "${name}".`);
        return screenQueries[name];
      });
    },
  },
};

module.exports = {
  plugins: [require('postcss-preset-mantine')({ mixins }), namedScreens],
};
