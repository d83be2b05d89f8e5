/** The reason why a picture is not accepted, for the person who uploaded it. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

/** A picture that took too much time or memory, or a bug: the drawing process has ended. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed';
}
