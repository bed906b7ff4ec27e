// Types for imported stylesheets; each app names this file in its own src/assets.d.ts.
/// <reference path="../../ui/src/css-modules.d.ts" />
declare module '*.css';
