import { strToU8, zipSync } from 'fflate';

/** A workbook of XLSX (ECMA-376) with one sheet, whose cells are texts, numbers and days (as serial numbers of style 1). */
export function workbook(
  name: string,
  rows: readonly (readonly (string | number | Date | null)[])[],
  more: Record<string, Uint8Array> = {},
): Buffer {
  const cell = (value: string | number | Date | null, column: number, row: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === null) return '';
    if (value instanceof Date) return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  };
  const sheet = rows
    .map((row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join('')}</row>`)
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync({ ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])), ...more }));
}
