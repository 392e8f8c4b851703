/**
 * The field of a row that says where its file is edited.
 * @param editUrl with `{path}` for the path of the file
 */
export function editing(editUrl: string | undefined, file: string): { edit_url?: string } {
  if (editUrl === undefined) return {};
  const path = file.split('/').map(encodeURIComponent).join('/');
  return { edit_url: editUrl.replaceAll('{path}', path) };
}
