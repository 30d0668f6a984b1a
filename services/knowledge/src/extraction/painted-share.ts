import type { PdfPage } from '#extraction/pdf-pages';
import { getResolvedPDFJS } from 'unpdf';

type Operations = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** Follows the operators of a page, in their order, for the part of the page that a picture covers there. */
export class PaintedShare {
  /** By how much what is painted is enlarged in area: a picture is painted into a square of one by one. */
  private area = 1;
  private readonly saved: number[] = [];
  private readonly pageArea: number;
  private readonly operations: Operations;

  constructor(operations: Operations, { view }: Pick<PdfPage, 'view'>) {
    this.operations = operations;
    const [left = 0, bottom = 0, right = 0, top = 0] = view;
    this.pageArea = Math.abs((right - left) * (top - bottom));
  }

  follow(operation: number | undefined, argument: unknown): void {
    const { save, restore, transform, paintFormXObjectBegin, paintFormXObjectEnd } = this.operations;
    if (operation === save || operation === paintFormXObjectBegin) this.saved.push(this.area);
    if (operation === restore || operation === paintFormXObjectEnd) this.area = this.saved.pop() ?? this.area;
    if (!Array.isArray(argument)) return;
    if (operation === transform) this.enlarge(argument);
    if (operation === paintFormXObjectBegin) this.enlarge(argument[0]);
  }

  /** From 0 to 1; more for a picture that is larger than the page. */
  get share(): number {
    return this.pageArea > 0 ? this.area / this.pageArea : 0;
  }

  private enlarge(matrix: unknown): void {
    if (!Array.isArray(matrix)) return;
    const [a = 1, b = 0, c = 0, d = 1] = matrix.map(Number);
    this.area *= Math.abs(a * d - b * c);
  }
}
