/**
 * Writes what differs from what was written last. Our elements are closed to the page, so nobody else writes there, and asking the browser
 * what stands there would cost as much as writing it.
 */
function createWriter(first: string, write: (value: string) => void): (value: string) => void {
  let written = first;
  return (value) => {
    if (value === written) return;
    written = value;
    write(value);
  };
}

export function attributeWriter(element: Element, name: string): (value: string) => void {
  return createWriter(element.getAttribute(name) ?? '', (value) => element.setAttribute(name, value));
}

export function textWriter(text: Text): (value: string) => void {
  return createWriter(text.data, (value) => {
    text.data = value;
  });
}
