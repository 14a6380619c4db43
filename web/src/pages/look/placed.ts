/** What a picture shows of a table. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly { readonly columns: readonly string[]; readonly table: string }[];
}

export const WIDTH_PX = 230;
export const HEAD_PX = 32;
export const LINE_PX = 20;
/** From one column of boxes to the next, room for the lines between them included. */
const COLUMN_PX = WIDTH_PX + 90;
const GAP_PX = 28;
const EDGE_PX = 16;
/** Of a box; the table itself says all. */
const COLUMNS_SHOWN = 10;
/** Where nothing points at anything, so many boxes stand below each other. */
const ROWS_ALONE = 3;

interface Box {
  readonly table: Table;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly mark: string }[];
  readonly more: number;
}

interface Line {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly path: string;
}

interface Picture {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** Where each table stands: one column further to the right than the tables that it points at. */
export function placed(tables: readonly Table[]): Picture {
  const levels = levelsOf(tables);
  const hung = tables.filter(({ name, foreignKeys }) => foreignKeys.length > 0 || tables.some((one) => pointsAt(one, name)));
  const alone = tables.filter((table) => !hung.includes(table));
  const columns: Table[][] = [];
  for (const table of hung) {
    const level = levels.get(table.name) ?? 0;
    while (columns.length <= level) columns.push([]);
    columns[level]?.push(table);
  }
  for (let at = 0; at < alone.length; at += ROWS_ALONE) columns.push(alone.slice(at, at + ROWS_ALONE));
  const boxes = columns.flatMap((column, index) => {
    let y = EDGE_PX;
    return column.map((table) => {
      const box = boxOf(table, EDGE_PX + index * COLUMN_PX, y);
      y += box.height + GAP_PX;
      return box;
    });
  });
  const byName = new Map(boxes.map((box) => [box.table.name, box]));
  const lines = boxes.flatMap((from) =>
    from.table.foreignKeys.flatMap((key) => {
      const to = byName.get(key.table);
      return to === undefined
        ? []
        : [{ from: from.table.name, to: key.table, columns: key.columns, path: pathOf(from, to, key.columns[0]) }];
    }),
  );
  return {
    boxes,
    lines,
    width: boxes.reduce((most, { x }) => Math.max(most, x + WIDTH_PX + EDGE_PX), 0),
    height: boxes.reduce((most, { y, height }) => Math.max(most, y + height + EDGE_PX), 0),
  };
}

const pointsAt = (table: Table, name: string): boolean => table.foreignKeys.some((key) => key.table === name);

/** The longest way to a table that points at none; a circle of references is entered once. */
function levelsOf(tables: readonly Table[]): ReadonlyMap<string, number> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const levels = new Map<string, number>();
  const levelOf = (name: string, through: readonly string[]): number => {
    const known = levels.get(name);
    if (known !== undefined) return known;
    const targets = (byName.get(name)?.foreignKeys ?? []).map(({ table }) => table).filter((one) => byName.has(one));
    const further = targets.filter((one) => one !== name && !through.includes(one));
    const level = further.reduce((most, one) => Math.max(most, levelOf(one, [...through, name]) + 1), 0);
    // Of what was met inside a circle only the entry is certain.
    if (through.length === 0 || further.length === targets.length) levels.set(name, level);
    return level;
  };
  for (const { name } of tables) levels.set(name, levelOf(name, []));
  return levels;
}

function boxOf(table: Table, x: number, y: number): Box {
  const isReference = (name: string) => table.foreignKeys.some(({ columns }) => columns.includes(name));
  const shown = table.columns.slice(0, COLUMNS_SHOWN);
  const more = table.columns.length - shown.length;
  return {
    table,
    x,
    y,
    more,
    height: HEAD_PX + (shown.length + (more > 0 ? 1 : 0)) * LINE_PX + 8,
    columns: shown.map(({ name, type }) => ({ name, type, mark: table.primaryKey.includes(name) ? '● ' : isReference(name) ? '→ ' : '' })),
  };
}

/** From the column that points to the head of the table that it points at. */
function pathOf(from: Box, to: Box, column: string | undefined): string {
  const line = from.columns.findIndex(({ name }) => name === column);
  const y = from.y + HEAD_PX + (line < 0 ? from.columns.length : line) * LINE_PX + 12;
  const head = to.y + HEAD_PX / 2;
  if (to.x >= from.x) {
    // Beside or to the right: around the right edges.
    const right = Math.max(from.x, to.x) + WIDTH_PX + 36;
    return `M ${from.x + WIDTH_PX} ${y} C ${right} ${y}, ${right} ${head}, ${to.x + WIDTH_PX} ${head}`;
  }
  const end = to.x + WIDTH_PX;
  const middle = (from.x + end) / 2;
  return `M ${from.x} ${y} C ${middle} ${y}, ${middle} ${head}, ${end} ${head}`;
}
