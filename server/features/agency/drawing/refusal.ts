/** The reason why a picture is not accepted, for the person who uploaded it. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** A picture that took too much time or memory, or a fault of ours: the drawing process has ended. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed';
}
