/** Provider folders and the payload as files, wherever they were found. */
package io.ccmoperator.assets.discovery;
