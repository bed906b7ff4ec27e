// The folders of api/src, each looked at as one (`npm run check`). By itself, for the other rules look at
// tests as well: those may set up whatever they need, so they import every folder from every other.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      comment:
        'Each of these folders needs the other first, types included. Move what both use below them, to lib or the root of api/src, or let the root hand it in, as delivery-receivers.ts does.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^api/src/' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    includeOnly: { path: '^api/src/' },
    exclude: { path: ['\\.test\\.ts$', '\\.test-rows\\.ts$', '^api/src/(test|generated)/'] },
  },
};
