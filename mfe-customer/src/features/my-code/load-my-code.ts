/** Also called by an idle page, so that the code is here without a network. */
export const loadMyCode = () => import(/* webpackChunkName: 'late' */ './my-code.tsx');
