import { expect, test } from 'vitest';
import { reachesInside, trespassesIn } from './style-rules.ts';

const inBackoffice = (css: string) => trespassesIn(css, { frontEnd: 'mfe-backoffice', file: '1.aa.css' });
const inShell = (css: string, file = 'assets/main.0a1b.css') =>
  trespassesIn(css, { frontEnd: 'shell', file });

test.each([
  '.bUW5aYk{color:red}',
  '.bUW5aYk svg,.bUW5aYk>*,.bUW5aYk tbody tr+tr>*{color:red}',
  'td .bN3NWYV,[data-theme=dark] .bN3NWYV{color:red}',
  ':is(.bZ09FRG,.bZ09FRG:has(>button)){color:red}',
  ':is(.bZ09FRG,.bUW5aYk h1) svg,.bUW5aYk:is(svg,[href$=".pdf"]){color:red}',
  '@media (min-width:40rem){@supports (color:red){.bUW5aYk:hover:not(:disabled){color:red}}}',
  '@container bVUFPYz (width>=30rem){.bUW5aYk{color:red}}',
  '.bUW5aYk{--tone:red;background:url("data:image/svg+xml,{body{}}")}',
  '@keyframes bLVNpUW{0%{opacity:0}to{opacity:1}}',
  '@media print{body:has(>.bUW5aYk)>:not(.bUW5aYk){display:none}}',
])('the back office may say %s', (css) => {
  expect(inBackoffice(css)).toEqual([]);
});

test.each([
  'h1{color:red}',
  ':root{--space-1:0}',
  '*{margin:0}',
  'body .x{color:red}',
  '[data-theme=dark]{color:red}',
  '.bUW5aYk,button{color:red}',
  '.sUW5aYk{color:red}',
  '.bUW5aYk .aUW5aYk{color:red}',
  '.bUW5aYk+div{color:red}',
  '.bUW5aYk~*{color:red}',
  ':not(.bUW5aYk){color:red}',
  ':is(.bUW5aYk,h1){color:red}',
  ':is(.bUW5aYk,:where(:root,.bZ09FRG)) svg{color:red}',
  ':is(.bUW5aYk h1,.bUW5aYk+h1){color:red}',
  '[href$=".bz"]{color:red}',
  '.bUW5aYk{h1 &{color:red}}',
  'body:has(>.bUW5aYk){overflow:hidden}',
  '@media print{body{display:none}}',
  '@media (min-width:40rem){main{color:red}}',
  '@keyframes spin{to{rotate:1turn}}',
  '@keyframes sLVNpUW{to{rotate:1turn}}',
  '@font-face{font-family:Inter;src:url(inter.woff2)}',
  '@layer base{.bUW5aYk{color:red}}',
  '@property --brand{syntax:"<color>";inherits:false;initial-value:red}',
  '@import url(other.css);',
  '.bUW5aYk{view-transition-name:card}',
])('the back office may not say %s', (css) => {
  expect(inBackoffice(css)).toHaveLength(1);
});

test('the shell alone says what holds for every element, in its first file and of few', () => {
  expect(inShell(':root{--space-1:0}h1,h2{margin:0}::selection{color:red}')).toEqual([]);
  expect(inShell('h1{margin:0}', 'assets/117.0a1b.css')).toHaveLength(1);
  expect(inShell('main{margin:0}')).toHaveLength(1);
});

test('what stands around a remote does not reach into it', () => {
  expect(
    reachesInside('/* .a b */ .main { padding: 0; &:focus { outline: 0 } } .frame:has(.open) { top: 0 }'),
  ).toEqual([]);
  expect(reachesInside('.main > * { margin: 0 }')).toHaveLength(1);
  expect(reachesInside('@media print { .main h1 { margin: 0 } }')).toHaveLength(1);
  expect(reachesInside('.main { & > * { margin: 0 } }')).toHaveLength(1);
});
