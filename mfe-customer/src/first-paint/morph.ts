/**
 * Makes `present` look like `wanted`, its new content, by touching only what differs: a logo that is shown
 * stays the very element, and a region that screen readers listen to hears what is added.
 */
export function morph(present: Element, wanted: Element): void {
  const wantedChildren = [...wanted.childNodes];
  for (const [index, child] of wantedChildren.entries()) {
    const shown = present.childNodes[index];
    if (!shown) present.append(child);
    else if (!shown.isEqualNode(child)) morphNode(shown as ChildNode, child);
  }
  while (present.childNodes.length > wantedChildren.length) present.lastChild?.remove();
}

function morphNode(shown: ChildNode, wanted: ChildNode): void {
  const isSameKind =
    shown instanceof Element &&
    wanted instanceof Element &&
    shown.cloneNode().isEqualNode(wanted.cloneNode());
  if (isSameKind) morph(shown, wanted);
  else shown.replaceWith(wanted);
}
