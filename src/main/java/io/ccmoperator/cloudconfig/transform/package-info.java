/**
 * From the cloud configuration that an administrator wrote to the one that an external cloud controller manager reads: one
 * transformer class a platform. Transformers take values and return values; they know neither clients nor files, and are the
 * same in the controller and in the commands.
 */
package io.ccmoperator.cloudconfig.transform;
