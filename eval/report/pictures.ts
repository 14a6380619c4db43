import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type Curve, TARGET_PRECISION } from './curve.ts';
import type { Summary } from './summary.ts';

use([BarChart, LineChart, ScatterChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

const INK = '#1f2933';
const FAINT = '#d9dee4';
const COLOURS = { right: '#2a7f62', wrong: '#c8553d', declined: '#b8c0c8', line: '#2563a8', target: '#8a5a00' } as const;
const FONT = { color: INK, fontFamily: 'Helvetica, Arial, sans-serif' } as const;
const CATEGORIES_MAX = 30;

/** Draws what a run gave into the folder as SVG. Gives the files' names. */
export async function drawPictures(folder: string, summary: Summary, curve: Curve, heading: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const pictures = [
    ...(curve.points.length > 0 ? [{ name: 'precision-coverage.svg', svg: curvePicture(summary, curve, heading) }] : []),
    { name: 'categories.svg', svg: categoryPicture(summary, heading) },
  ];
  for (const { name, svg } of pictures) await writeFile(join(folder, name), svg);
  return pictures.map(({ name }) => join(folder, name));
}

function curvePicture(summary: Summary, curve: Curve, heading: string): string {
  const measured = curve.points.map(({ coverage, precision }) => [coverage, precision]);
  // The area begins where nothing is answered, as precise as the most confident answers.
  const line = [[0, curve.points[0]?.precision ?? 0], ...measured];
  const last = curve.points.at(-1);
  // Where everything is right the axis still shows the target.
  const lowest = Math.min(TARGET_PRECISION, ...curve.points.map(({ precision }) => precision));
  return render(900, 560, {
    title: title(
      heading,
      `${summary.answered} answers to ${summary.asked} questions, the most confident first; area under the curve ${curve.auc.toFixed(3)}`,
    ),
    grid: { left: 80, right: 60, top: 96, bottom: 70 },
    xAxis: { ...axis('Coverage: share of questions answered', 34), type: 'value', min: 0, max: 1 },
    yAxis: {
      ...axis('Precision: share of answers that are right', 52),
      type: 'value',
      min: Math.max(0, Math.floor(lowest * 10 - 1) / 10),
      max: 1,
    },
    series: [
      {
        type: 'line',
        data: line,
        showSymbol: false,
        lineStyle: { width: 2.5, color: COLOURS.line },
        areaStyle: { color: COLOURS.line, opacity: 0.1 },
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: COLOURS.target, type: [6, 4], width: 1.5 },
          label: { ...FONT, color: COLOURS.target, formatter: `target ${TARGET_PRECISION.toFixed(2)}`, position: 'insideEndBottom' },
          data: [{ yAxis: TARGET_PRECISION }],
        },
      },
      {
        type: 'scatter',
        symbolSize: 10,
        itemStyle: { color: COLOURS.line },
        label: {
          ...FONT,
          show: true,
          position: 'right',
          formatter: last ? `all answers: ${last.precision.toFixed(3)} at ${last.coverage.toFixed(3)}` : '',
        },
        labelLayout: last && last.coverage > 0.7 ? { dx: -230, dy: 22 } : {},
        data: last ? [[last.coverage, last.precision]] : [],
      },
    ],
  });
}

function categoryPicture(summary: Summary, heading: string): string {
  const shown = Object.entries(summary.categories).slice(0, CATEGORIES_MAX);
  // The axis starts at the bottom.
  const rows = [...shown].reverse();
  return render(900, 150 + rows.length * 24, {
    title: title(heading, `Questions by category${shown.length === CATEGORIES_MAX ? `, the ${CATEGORIES_MAX} largest` : ''}`),
    legend: { bottom: 12, itemWidth: 14, itemHeight: 12, textStyle: FONT },
    grid: { left: 16, right: 48, top: 84, bottom: 56, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { ...axis('', 0), type: 'value', minInterval: 1 },
    yAxis: {
      ...axis('', 0),
      type: 'category',
      data: rows.map(([name]) => name),
      axisTick: { show: false },
      axisLabel: { ...FONT, fontSize: 12, width: 228, overflow: 'truncate' },
    },
    series: (['right', 'wrong', 'declined'] as const).map((status) => ({
      name: status,
      type: 'bar',
      stack: 'all',
      barWidth: 14,
      itemStyle: { color: COLOURS[status] },
      data: rows.map(([, own]) => (status === 'declined' ? own.asked - own.right - own.wrong : own[status])),
    })),
  });
}

const title = (text: string, subtext: string) => ({
  text,
  subtext,
  left: 24,
  top: 18,
  textStyle: { ...FONT, fontSize: 19, fontWeight: 'bold' },
  subtextStyle: { ...FONT, color: '#52606d', fontSize: 13 },
});

const axis = (name: string, nameGap: number) => ({
  name,
  nameGap,
  nameLocation: 'middle',
  nameTextStyle: { ...FONT, fontSize: 14 },
  axisLabel: { ...FONT, fontSize: 12 },
  axisLine: { show: true, lineStyle: { color: INK } },
  splitLine: { lineStyle: { color: FAINT } },
});

function render(width: number, height: number, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, backgroundColor: '#ffffff', textStyle: FONT, ...option });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
