import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** Where the schema library lets each schema write itself down as JSON Schema. */
const SCHEMAS = /zod\/v4\/classic\/schemas\.js$/;
/** How it does: each schema by a writer of its kind, and the two methods that begin it. */
const WRITERS =
  /^\s*inst\._zod\.processJSONSchema = .*;$|create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)(?:\(params\))?/gm;

/** Where the nouns and their calls are declared; nothing happens there but declarations. */
const MODEL = /packages\/model\/src\/.*\.ts$/;

/** What a page needs of the declaration of a call to make it. */
const OF_CALLS = new Set(['method', 'path', 'file']);
/** And of what the standard calls of a resource are made of. */
const OF_RESOURCES = new Set(['path']);

/**
 * Leaves away what only the server, and the compiler, need of the declarations of calls: the schemas of what is sent and
 * answered. A page takes the server at its word, and would load a schema for every call there is.
 */
export function withoutCallSchemas(): Plugin {
  return {
    name: 'without-call-schemas',
    apply: 'build',
    transform: {
      filter: { id: MODEL },
      handler: (code, id) => ({ code: plainCalls(code, id), map: null }),
    },
  };
}

/** Leaves away that schemas can be written down, which the server does for the page of its API: it is a fifth of the library. */
export function withoutSchemaWriters(): Plugin {
  return {
    name: 'without-schema-writers',
    apply: 'build',
    transform: {
      filter: { id: SCHEMAS },
      handler: (code) => ({ code: plainSchemas(code), map: null }),
    },
  };
}

/** The schemas of the library without their writers. */
export function plainSchemas(code: string): string {
  return code.replace(WRITERS, (found) => (found.includes('processJSONSchema') ? '' : 'undefined'));
}

/** A module in which calls say how they are made and no more, and whose values may be dropped by the bundler where nothing needs them. */
export function plainCalls(code: string, file: string): string {
  return [...unneededIn(code, file), ...valuesIn(code, file)]
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, until, put }) => text.slice(0, at) + put + text.slice(until), code);
}

/** What is put in place of a piece of code. */
interface Change {
  at: number;
  until: number;
  put: string;
}

function unneededIn(code: string, file: string): Change[] {
  const changes: Change[] = [];
  const leaveOut = (properties: ESTree.ObjectExpression['properties'], kept?: ReadonlySet<string>) => {
    for (const property of properties) {
      const name = nameOf(property);
      if (name === undefined || kept?.has(name)) continue;
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      changes.push({ at: property.start, until: property.end + comma, put: '' });
    }
  };
  const visitor = new Visitor({
    ObjectExpression(node) {
      const names = node.properties.map(nameOf);
      if (names.includes('method') && names.includes('path')) leaveOut(node.properties, OF_CALLS);
    },
    // What an API names beside its calls is a schema, too.
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !id.name.endsWith('Api') || init?.type !== 'ObjectExpression') return;
      const schemas = init.properties.filter((each) => each.type === 'Property' && each.shorthand);
      leaveOut(schemas);
    },
    CallExpression({ callee, arguments: [shape] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'resourceApi') return;
      if (shape?.type === 'ObjectExpression') leaveOut(shape.properties, OF_RESOURCES);
    },
  });
  visitor.visit(parseSync(file, code).program);
  return changes.filter(
    (one) => !changes.some((other) => other !== one && other.at <= one.at && other.until >= one.until),
  );
}

function nameOf(property: ESTree.ObjectExpression['properties'][number]): string | undefined {
  return property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined;
}

/** Values of the module that calls, or parts of other values, make: those may be dropped only where they are marked. */
function valuesIn(code: string, file: string): Change[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init === null || !/[(.]/.test(code.slice(init.start, init.end)))
        return [];
      if (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression') return [];
      return [
        { at: init.start, until: init.start, put: '/* @__PURE__ */ (() => (' },
        { at: init.end, until: init.end, put: '))()' },
      ];
    });
  });
}
