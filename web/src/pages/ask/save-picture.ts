import { saveAs } from '../../parts/save-as.ts';

/** What a drawing takes from the style sheet, which a file does not have. */
const TAKEN = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'font-family', 'font-size'] as const;
/** Of a picture of points: sharp on dense screens and in print. */
const PNG_SCALE = 2;

/** Saves the drawing as a file of its own, in the colours of the page. */
export const saveSvg = (drawing: SVGSVGElement): void => saveAs('chart.svg', new Blob([asText(drawing)], { type: 'image/svg+xml' }));

export async function savePng(drawing: SVGSVGElement): Promise<void> {
  const image = new Image();
  // Not an address of a blob: the page's policy lets in pictures of the service and `data:` alone.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asText(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) saveAs('chart.png', blob);
}

function asText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  drawing.querySelectorAll('*').forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of TAKEN) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  });
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}
