// SQL statements are constant and values are passed as parameters: none is built from input (docs/security.md S40).
import ts from 'typescript';
import { walk } from './sources.mjs';

const SQL =
  /\b(?:select\s[^]*\bfrom\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b|(?:create|alter|drop)\s+(?:table|schema|function|index|database|role)\b)/i;
/** Methods of pg and TypeORM whose first argument is SQL or a part of it. */
const TAKES_SQL = new Set(
  'query where andWhere orWhere having andHaving orderBy addOrderBy groupBy addGroupBy addSelect'.split(' '),
);
// Migrations run before the first call and take no input.
const MIGRATION = /\/migrations\//;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Expressions that are put into SQL and are neither constants nor listed in `known`: `<file>: <expression>` each. */
export function findBuiltSql(sources, known = []) {
  const allowed = new Set(known);
  const product = sources.filter(({ file }) => !MIGRATION.test(file));
  return product.flatMap(({ file, tree }) => {
    const constants = constantsOf(tree);
    const found = [];
    walk(tree, (node) => {
      if (!isSql(node)) return;
      for (const part of partsOf(node)) {
        const text = part.getText();
        if (!isFixed(part, constants) && !allowed.has(`${file}: ${text}`)) found.push(`${file}: ${text}`);
      }
    });
    return [...new Set(found)];
  });
}

/** A text that looks like SQL, or that is passed to a method that takes SQL. Of nested texts only the outermost counts. */
function isSql(node) {
  if (ts.isTemplateExpression(node)) return SQL.test(node.getText()) || isTaken(node);
  return isSum(node) && !isSum(node.parent) && (SQL.test(node.getText()) || isTaken(node));
}

const isSum = (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

function isTaken(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node || !ts.isPropertyAccessExpression(call.expression)) return false;
  return TAKES_SQL.has(call.expression.name.text);
}

function partsOf(node) {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  return isSum(node) ? [node.left, node.right].flatMap((side) => (isSum(side) ? partsOf(side) : [side])) : [node];
}

const isFixed = (node, constants) =>
  ts.isStringLiteralLike(node) ||
  ts.isNumericLiteral(node) ||
  (ts.isTemplateExpression(node) && partsOf(node).every((part) => isFixed(part, constants))) ||
  (ts.isIdentifier(node) && constants.has(node.text));

/** Names of constants: of the module, imported ones, and plain string literals. */
function constantsOf(tree) {
  const names = new Set();
  const isConstant = ({ text }) => CONSTANT.test(text);
  for (const statement of tree.statements) {
    if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const)
      for (const { name } of statement.declarationList.declarations) if (isConstant(name)) names.add(name.text);
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name } of bindings.elements) if (isConstant(name)) names.add(name.text);
  }
  walk(tree, (node) => {
    if (ts.isVariableDeclaration(node) && node.parent.flags & ts.NodeFlags.Const && node.initializer)
      if (ts.isStringLiteralLike(node.initializer) && ts.isIdentifier(node.name)) names.add(node.name.text);
  });
  return names;
}
