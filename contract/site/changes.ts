/** The fields of something that differ from the usual. A field that is undefined is not changed. */
export type Changes<Shape> = { [Name in keyof Shape]?: Shape[Name] | undefined };

export function withChanges<Shape extends object>(usual: Shape, changes: Changes<Shape> | undefined): Shape {
  const merged = { ...usual };
  for (const name in changes) {
    const changed = changes[name];
    if (changed !== undefined) merged[name] = changed;
  }
  return merged;
}
