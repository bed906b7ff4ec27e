import ts from 'typescript';

/**
 * The address below '/files/' that a literal or a template stands for, with a star for each part that is
 * filled in.
 */
export function fileAddress(node: ts.Node): string | undefined {
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('*')
      : '';
  return text.startsWith('/files/') ? text.replace(/\?.*/s, '') : undefined;
}

/** True if one of the addresses can be the other: a star stands for one part of a name. */
export function isSameAddress(one: string, other: string): boolean {
  return pattern(one).test(other) || pattern(other).test(one);
}

function pattern(address: string): RegExp {
  const parts = address.split('*').map((part) => part.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
