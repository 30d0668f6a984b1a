import { readXml } from '#extraction/xml';
import { entryName, type ZipFile } from '#extraction/zip-file';

/** A link from one part of an Office document to another. */
export interface Relation {
  readonly id: string;
  /** The last segment of its type: `worksheet`, `slide`, `styles`. */
  readonly type: string;
  /** The entry that it leads to. */
  readonly target: string;
}

/** The links of a part; of the whole document without one. */
export function relationsOf(zip: ZipFile, part = ''): Relation[] {
  const slash = part.lastIndexOf('/') + 1;
  const content = zip.read(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const relations: Relation[] = [];
  if (!content) return relations;
  readXml(content, {
    opened: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: entryName(Target, part) });
    },
  });
  return relations;
}

/** The entry of the main part of an Office document. */
export function mainPartOf(zip: ZipFile): string {
  const main = relationsOf(zip).find(({ type }) => type === 'officeDocument');
  if (!main) throw new Error('the document is missing');
  return main.target;
}
