import type { Element, ElementContent, Parents, Root, Text } from 'hast';
import { toText } from 'hast-util-to-text';
import { labelScheme, taskClass, taskMarks } from '../../../../model/content/content.ts';
import { createElement, createText, eachElement } from '../parse/elements.ts';

// Replaces check boxes of task lists with characters, because feed readers may not show form
// elements.

/**
 * Replaces check boxes with characters. Also adds a character to list items from the editors
 * TipTap, Quill 1 and Quill 2, which store in an attribute whether a task is done.
 */
export function markTasks(tree: Root): void {
  eachElement(tree, (item, _index, parent) => {
    if (item.tagName !== 'li') return;
    const ofList = parent.type === 'element' ? parent.properties.dataChecked : undefined;
    const { dataChecked = ofList, dataList } = item.properties;
    const isDone = states.get(String(dataChecked ?? dataList));
    if (isDone === undefined) return;
    removeBoxes(item);
    const { children } = firstText(item);
    children.unshift(mark(isDone));
    trimStart(children[1]);
  });
  eachElement(tree, (box, index, parent) => {
    if (!isBox(box)) return;
    parent.children[index] = mark('checked' in box.properties);
    trimStart(parent.children[index + 1]);
  });
}

/** Gives an accessible name to each task character that begins a text. */
export function nameTasks(parent: Parents): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element' && !/^(?:pre|code)$/.test(child.tagName)) nameTasks(child);
    const [begin, char] = (child.type === 'text' && firstMark.exec(child.value)) || [];
    if (child.type !== 'text' || begin === undefined) return [child];
    const name = char === done ? 'done' : 'open';
    const properties = { ariaLabel: `${labelScheme}${name}`, role: 'img', className: [taskClass] };
    const mark = createElement('span', properties, [createText(taskMarks[name])]);
    return [mark, createText(child.value.slice(begin.length))];
  });
}

const { done, open } = taskMarks;
const firstMark = new RegExp(`^\\s*([${done}${open}])(?= )`, 'u');

/** Maps the attribute values of editors to whether a task is done. An empty value means done. */
const states = new Map([
  ['', true],
  ['true', true],
  ['checked', true],
  ['false', false],
  ['unchecked', false],
]);

function mark(isDone: boolean): Text {
  return createText(`${isDone ? done : open} `);
}

function isBox({ tagName, properties }: Element): boolean {
  return tagName === 'input' && String(properties.type).toLowerCase() === 'checkbox';
}

/**
 * Removes an item's check boxes and the labels that are empty without them. Boxes of nested items
 * stay.
 */
function removeBoxes(parent: Element): void {
  parent.children = parent.children.filter((child) => {
    if (child.type !== 'element' || child.tagName === 'li') return true;
    if (isBox(child)) return false;
    removeBoxes(child);
    return child.tagName !== 'label' || toText(child).trim() !== '';
  });
}

/**
 * Finds the element in which an item's text begins, because editors wrap the text in boxes and
 * paragraphs.
 */
function firstText(parent: Element): Element {
  const first = parent.children.find((one) => one.type !== 'text' || one.value.trim() !== '');
  const isBlock = first?.type === 'element' && /^(?:p|div|label|h[1-6])$/.test(first.tagName);
  return isBlock ? firstText(first) : parent;
}

/** Removes white space after a task character, which already ends with a space. */
function trimStart(after: ElementContent | Root['children'][number] | undefined): void {
  if (after?.type === 'text') after.value = after.value.trimStart();
}
