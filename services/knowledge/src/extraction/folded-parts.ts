import { PageMeasures, type MeasuredNode } from '#extraction/page-measures';

/** The part of the DOM that is used here; this project is compiled without browser types. */
export interface PageElement extends MeasuredNode {
  readonly firstChild: PageElement | null;
  readonly parentElement: PageElement | null;
  readonly previousElementSibling: PageElement | null;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  contains(other: PageElement): boolean;
  appendChild(child: PageElement): void;
  replaceWith(other: PageElement): void;
}
export interface PageDocument {
  readonly documentElement: MeasuredNode;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createElement(name: string): PageElement;
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** By which a control names what it folds and unfolds. */
const CONTROLS = ['aria-controls', 'data-bs-target', 'data-target', 'href'];
/** What is shown for a moment or chosen from, and is no text of the page. */
const OTHER_ROLES = /^(?:dialog|alertdialog|alert|status|menu|menubar|listbox|tooltip|navigation|search|banner)$/i;
const OTHER_CLASSES =
  /(?:^|[\s_-])(?:modal|popup|popover|overlay|lightbox|cookies?|consent|menu|nav|navbar|dropdown|tooltip|toast|error|success)(?:$|[\s_-])/;
const FOLDED_CLASSES =
  /(?:^|[\s_-])(?:faqs?|accordions?|answers?|questions?|collapsible|expandable|foldable|spoilers?|tab-?panels?|tab-?panes?|tab-?contents?)(?:$|[\s_-])/;
/** Of the text of what is hidden: more of it in links makes it a menu. */
const MAX_SHARE_IN_LINKS = 0.6;

/** Whether a page says that an element is not shown. */
export const isHidden = (element: { getAttribute?(name: string): string | null }): boolean =>
  typeof element.getAttribute?.('hidden') === 'string' || HIDDEN_STYLE.test(element.getAttribute?.('style') ?? '');

/**
 * Makes text of what a page hides until a reader unfolds it: answers of a list of questions, tabs, and sections with a button. What is hidden otherwise
 * (menus, dialogs, messages about what did not happen) stays hidden.
 */
export function unfold(page: PageDocument): void {
  const measures = new PageMeasures(page.documentElement);
  const controls = controlsIn(page);
  const byId = new Map(
    [...page.querySelectorAll('[id]')].toReversed().map((element) => [element.getAttribute('id') ?? '', element]),
  );
  for (const element of page.querySelectorAll('[hidden], [style], [aria-hidden="true"]')) {
    const isFolded = isHidden(element) || element.getAttribute('aria-hidden') === 'true';
    if (!isFolded || !isUnfoldable(element, controls, measures) || isOther(element, measures)) continue;
    for (const attribute of ['hidden', 'style', 'aria-hidden']) element.removeAttribute(attribute);
  }
  for (const button of page.querySelectorAll('button')) {
    const isHeading = measures.isInHeading(button);
    if (isHeading || unfoldsOneText(button, byId, controls, measures)) renamed(button, isHeading ? 'span' : 'p', page);
  }
}

/** The elements that control another one, by its id. */
function controlsIn(page: PageDocument): Map<string, PageElement[]> {
  const controls = new Map<string, PageElement[]>();
  for (const control of page.querySelectorAll('[aria-controls], [data-bs-target], [data-target], a[href^="#"]'))
    for (const id of controlledBy(control)) {
      const known = controls.get(id);
      if (known) known.push(control);
      else controls.set(id, [control]);
    }
  return controls;
}

const controlledBy = (control: PageElement): Set<string> =>
  new Set(
    CONTROLS.flatMap((name) => {
      const value = control.getAttribute(name) ?? '';
      if (name === 'aria-controls') return value.split(/\s+/);
      return value.startsWith('#') ? [value.slice(1)] : [];
    }).filter((id) => id !== ''),
  );

function isUnfoldable(
  element: PageElement,
  controls: ReadonlyMap<string, readonly PageElement[]>,
  measures: PageMeasures,
): boolean {
  if (element.getAttribute('hidden') === 'until-found' || controls.has(element.getAttribute('id') ?? '')) return true;
  const before = element.previousElementSibling;
  if (before === null || isHidden(before)) return false;
  if (measures.asks(before) || (element.nodeName.toUpperCase() === 'DD' && before.nodeName.toUpperCase() === 'DT')) return true;
  return [element, before, element.parentElement].some((each) => each !== null && FOLDED_CLASSES.test(classesOf(each)));
}

/** Whether it is no text of the page, wherever it stands. */
function isOther(element: PageElement, measures: PageMeasures): boolean {
  if (OTHER_ROLES.test(element.getAttribute('role') ?? '') || OTHER_CLASSES.test(classesOf(element))) return true;
  if (/^(?:nav|dialog|form|script|style|template)$/i.test(element.nodeName)) return true;
  return measures.shareInLinks(element) >= MAX_SHARE_IN_LINKS;
}

/** Whether a button folds a text that stands elsewhere, and alone does: others go back and forth in pictures. */
function unfoldsOneText(
  button: PageElement,
  byId: ReadonlyMap<string, PageElement>,
  controls: ReadonlyMap<string, readonly PageElement[]>,
  measures: PageMeasures,
): boolean {
  return [...controlledBy(button)].some((id) => {
    const target = controls.get(id)?.length === 1 ? byId.get(id) : undefined;
    return target !== undefined && !target.contains(button) && !isHidden(target) && !isOther(target, measures);
  });
}

function renamed(element: PageElement, name: string, page: PageDocument): void {
  const other = page.createElement(name);
  for (let child = element.firstChild; child !== null; child = element.firstChild) other.appendChild(child);
  element.replaceWith(other);
}

/** In lower case, with the words of `faqAnswer` apart. */
const classesOf = (element: PageElement): string =>
  (element.getAttribute('class') ?? '').replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
