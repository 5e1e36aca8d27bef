// @ts-check
/** Making elements. Texts are always set as text: nothing that a user typed becomes markup. */

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `onclick` and the like are listeners; true stands for an empty attribute, and null,
 * undefined and false for none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/**
 * The same for a drawing.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * Put other children in place of those that are there.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Set a text, only if it changes: a live region would say it again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Draw a part of the page again. If the focus was in it, what is current there has it afterwards.
 * @param {HTMLElement} place
 * @param {(place: HTMLElement) => void} draw
 */
export function keepingFocus(place, draw) {
  const hadFocus = place.contains(document.activeElement);
  draw(place);
  if (!hadFocus) return;
  const current = /** @type {HTMLElement | null} */ (place.querySelector("[aria-current]"));
  current?.focus({ preventScroll: true });
}

/**
 * A message as a sentence: with a capital, and without the name of the field, which it stands at.
 * @param {string} message
 */
export function sentence(message) {
  const text = message.replace(/^input: /, "").replace(/^is /, "It is ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The element with this id, which the document has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no element ${id}`);
  return element;
}

/**
 * A number with its noun.
 * @param {number} number
 * @param {string} noun
 */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
