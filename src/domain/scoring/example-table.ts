import { type ColumnBuilder, createColumnBuilder, type TableColumn } from "#domain/learning/table.ts";
import { isCategoryFeature, type PersonFeatures } from "./features.ts";
import { priorModel, scoreNames } from "./model.ts";

/** A feature that fewer examples have says nothing that could be checked. */
const minExamples = 5;
const maxColumns = 300;

/** Features with a starting weight keep their column even where no example has them. */
const startingFeatures = new Set(scoreNames.flatMap((name) => Object.keys(priorModel.scores[name].weights)));

export type ExampleTable = {
  add: (features: PersonFeatures) => void;
  /** The columns of all examples, in an order that depends on their names only. */
  finish: () => TableColumn[];
};

/** Collects examples column by column; a feature that is absent from an example is a missing value. */
export const createExampleTable = (): ExampleTable => {
  const columns = new Map<string, { builder: ColumnBuilder; length: number; filled: number }>();
  let rows = 0;
  const columnOf = (name: string) => {
    const known = columns.get(name);
    if (known) return known;
    const kind = isCategoryFeature(name) ? "category" : "number";
    const column = { builder: createColumnBuilder(name, kind), length: 0, filled: 0 };
    columns.set(name, column);
    return column;
  };
  const fillTo = (column: { builder: ColumnBuilder; length: number }, length: number): void => {
    for (; column.length < length; column.length += 1) column.builder.add(undefined);
  };
  for (const name of startingFeatures) columnOf(name);
  return {
    add: (features) => {
      for (const [name, value] of Object.entries(features)) {
        const column = columnOf(name);
        fillTo(column, rows);
        column.builder.add(value);
        column.length += 1;
        column.filled += 1;
      }
      rows += 1;
    },
    finish: () =>
      [...columns]
        .filter(([name, { filled }]) => startingFeatures.has(name) || filled >= minExamples)
        .sort(
          ([a, one], [b, other]) =>
            Number(startingFeatures.has(b)) - Number(startingFeatures.has(a)) ||
            other.filled - one.filled ||
            (a < b ? -1 : 1),
        )
        .slice(0, maxColumns)
        .map(([, column]) => {
          fillTo(column, rows);
          return column.builder.finish();
        }),
  };
};
